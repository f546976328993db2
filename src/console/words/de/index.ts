export { account } from './account.ts'
export { entrance } from './entrance.ts'
export { overview } from './overview.ts'
export { shared } from './shared.ts'
