/** The first page. */
export const overview = {
  title: 'Overview',
}
