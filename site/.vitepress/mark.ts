/** The mark of the site: what stays, and what goes. */
const svg = (stays: string, goes: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><rect x="2" y="2" width="9" height="20" rx="2.5" fill="${stays}"/><rect x="13" y="2" width="9" height="9" rx="2.5" fill="${stays}"/><rect x="14" y="14" width="7" height="7" rx="2" fill="none" stroke="${goes}" stroke-width="2" stroke-dasharray="3 2.2"/></svg>`

const asAddress = (text: string): string => `data:image/svg+xml,${encodeURIComponent(text)}`

/** In the bar, by theme. */
export const mark = { light: asAddress(svg('#0a6153', '#b3660f')), dark: asAddress(svg('#67d3bb', '#f4b661')) }
