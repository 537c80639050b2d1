-- An invitation that is sent again belongs to the person who sent it last: its link is good only while that person may invite.
grant update (invited_by) on invitations to portal_tenant, portal_staff;
