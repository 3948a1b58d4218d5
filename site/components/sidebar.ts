/**
 * Groups of the sidebar that fold are one button each. The theme puts a second button inside it, which a screen reader cannot reach, and does
 * not say whether a group is open.
 */
export const mendSidebar = (): void => {
  for (const heading of document.querySelectorAll('.VPSidebarItem.collapsible > .item[role="button"]')) {
    const caret = heading.querySelector('.caret')
    for (const name of ['role', 'tabindex', 'aria-label']) caret?.removeAttribute(name)
    heading.setAttribute('aria-expanded', String(heading.parentElement?.classList.contains('collapsed') === false))
  }
}
