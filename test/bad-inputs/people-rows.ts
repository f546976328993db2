import { PASSWORD } from '../harness/people.ts'

/** The people in the rows. */
export const KNOWN = 'ana@example.org'
export const DISABLED = 'bo@example.org'

export interface LoginRow {
  name: string
  body: string
  headers?: Record<string, string>
  expect: number
}

const login = (changed: Record<string, unknown>) => JSON.stringify({ email: KNOWN, password: PASSWORD, ...changed })

export const LOGIN_ROWS: readonly LoginRow[] = [
  { name: 'the right one is taken', body: login({}), expect: 200 },
  {
    name: 'the email in capitals and with spaces is the same',
    body: login({ email: ' ANA@Example.org ' }),
    expect: 200,
  },
  {
    name: 'a bearer token that came along is not looked at',
    body: login({}),
    headers: { authorization: 'Bearer x' },
    expect: 200,
  },
  { name: 'a key sent twice counts as it came last', body: `{"email":"x",${login({}).slice(1)}`, expect: 200 },
  { name: 'an empty body', body: '', expect: 400 },
  { name: 'half a body', body: '{"email":', expect: 400 },
  { name: 'an array', body: '[]', expect: 400 },
  { name: 'null', body: 'null', expect: 400 },
  { name: 'a text', body: '"ana"', expect: 400 },
  { name: 'no email', body: login({ email: undefined }), expect: 400 },
  { name: 'no password', body: login({ password: undefined }), expect: 400 },
  { name: 'an email that is null', body: login({ email: null }), expect: 400 },
  { name: 'an email that is a number', body: login({ email: 7 }), expect: 400 },
  { name: 'an email that is a list', body: login({ email: [KNOWN] }), expect: 400 },
  { name: 'an email that is a query', body: login({ email: { $ne: '' } }), expect: 400 },
  { name: 'a password that is a query', body: login({ password: { $gt: '' } }), expect: 400 },
  { name: 'a password that is true', body: login({ password: true }), expect: 400 },
  { name: 'an empty email', body: login({ email: '' }), expect: 400 },
  { name: 'an email of 255 characters', body: login({ email: `${'a'.repeat(243)}@example.org` }), expect: 400 },
  { name: 'NUL in the email', body: login({ email: 'ana\0@example.org' }), expect: 400 },
  { name: 'a role', body: login({ role: 'admin' }), expect: 400 },
  { name: 'a prototype', body: `{"__proto__":{"polluted":1},${login({}).slice(1)}`, expect: 400 },
  { name: 'an escaped prototype', body: `{"\\u005f_proto__":{"polluted":1},${login({}).slice(1)}`, expect: 400 },
  { name: 'a constructor', body: `{"constructor":{"prototype":{"polluted":1}},${login({}).slice(1)}`, expect: 400 },
  { name: 'a password of a megabyte', body: login({ password: 'x'.repeat(1_000_000) }), expect: 413 },
  { name: 'a password of 1,025 characters', body: login({ password: 'x'.repeat(1_025) }), expect: 400 },
  { name: 'ten thousand brackets', body: '['.repeat(4_000), expect: 400 },
  { name: 'a form', body: 'email=a', headers: { 'content-type': 'application/x-www-form-urlencoded' }, expect: 415 },
  { name: 'JSON called text', body: login({}), headers: { 'content-type': 'text/plain' }, expect: 415 },
  { name: 'a compressed body', body: login({}), headers: { 'content-encoding': 'gzip' }, expect: 415 },
  { name: 'a wrong password', body: login({ password: 'not the password' }), expect: 401 },
  { name: 'the password in capitals', body: login({ password: PASSWORD.toUpperCase() }), expect: 401 },
  { name: 'the password with a space behind it', body: login({ password: `${PASSWORD} ` }), expect: 401 },
  { name: 'the password and NUL', body: login({ password: `${PASSWORD}\0` }), expect: 401 },
  { name: 'a password of 73 bytes', body: login({ password: 'y'.repeat(73) }), expect: 401 },
  { name: '24 signs of four bytes', body: login({ password: '😀'.repeat(24) }), expect: 401 },
  { name: 'an unknown email', body: login({ email: 'nobody@example.org' }), expect: 401 },
  { name: 'a disabled account', body: login({ email: DISABLED }), expect: 401 },
  { name: 'a letter that looks alike', body: login({ email: 'аna@example.org' }), expect: 401 },
  { name: 'half a surrogate pair', body: '{"email":"\\ud800@example.org","password":"x"}', expect: 401 },
  { name: 'SQL', body: login({ email: "' or 1=1 --@x" }), expect: 401 },
  { name: 'a filter of LDAP', body: login({ email: '*)(uid=*))(|(uid=*' }), expect: 401 },
]

export interface FormRow {
  name: string
  /** The body without the CSRF token. */
  body: string
  expect: number
  /** The field that shows the error. */
  field?: string
}

const form = (fields: Record<string, string>) =>
  new URLSearchParams({ name: 'Script', role: 'viewer', days: '30', ...fields }).toString()

/** Submitted to the form for new tokens by an operator. */
export const FORM_ROWS: readonly FormRow[] = [
  { name: 'the right one is taken', body: form({}), expect: 201 },
  { name: 'the same again', body: form({}), expect: 409 },
  { name: 'no name', body: 'role=viewer&days=30', expect: 400, field: 'name' },
  { name: 'an empty name', body: form({ name: '' }), expect: 400, field: 'name' },
  { name: 'a name of spaces', body: form({ name: '   ' }), expect: 400, field: 'name' },
  { name: 'a name of 300 characters', body: form({ name: 'x'.repeat(300) }), expect: 400, field: 'name' },
  { name: 'NUL in the name', body: form({ name: 'a\0b' }), expect: 400, field: 'name' },
  { name: 'a name that turns the text around', body: form({ name: 'a\u202eb' }), expect: 400, field: 'name' },
  { name: 'two names', body: `${form({})}&name=Other`, expect: 400, field: 'name' },
  { name: 'a role that there is not', body: form({ role: 'root' }), expect: 400, field: 'role' },
  { name: 'a role above the own', body: form({ role: 'admin' }), expect: 400, field: 'role' },
  { name: 'days that are not offered', body: form({ days: '99999' }), expect: 400, field: 'days' },
  { name: 'a body of 70 KB', body: form({ name: 'x'.repeat(70_000) }), expect: 413 },
  { name: 'bytes that are no UTF-8', body: 'name=%ff%fe&role=viewer&days=30', expect: 201 },
  { name: 'a prototype', body: `${form({ name: 'P' })}&__proto__=x&__proto__[polluted]=1`, expect: 400 },
  { name: 'a constructor', body: `${form({ name: 'C' })}&constructor[prototype][polluted]=1`, expect: 400 },
  { name: 'what was not asked for', body: form({ name: 'Q', user_id: '1', kind: 'mobile' }), expect: 400 },
  { name: 'what is markup', body: form({ name: '"><script>alert(1)</script>' }), expect: 201 },
]
