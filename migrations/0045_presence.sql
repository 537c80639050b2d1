-- Which page said last that it is there, and which one left: a page's last word may arrive after its goodbye.
alter table ticket_presence add visit uuid, add left_visit uuid;
grant update (visit, left_visit) on ticket_presence to portal_staff;
