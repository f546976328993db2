/** What people do with their own account. */
export const account = {
  title: 'Account',
}
