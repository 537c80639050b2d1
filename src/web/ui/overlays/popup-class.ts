/**
 * The classes of menus, popovers, tooltips and lists of choices. All of these except tooltips also have `data-popup`,
 * which toasts avoid.
 */
export const popupClass =
  'origin-(--transform-origin) rounded-md border border-line bg-raised text-sm text-text outline-none transition-[opacity,scale] duration-120 data-ending-style:scale-97 data-starting-style:scale-97 data-ending-style:opacity-0 data-starting-style:opacity-0 data-instant:transition-none'
