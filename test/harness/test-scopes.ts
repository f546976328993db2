import { type AsyncHook, AsyncLocalStorage, AsyncResource, type HookCallbacks } from 'node:async_hooks'
import { createRequire } from 'node:module'

/**
 * To know to which test a new test or an error belongs, `node:test` has every promise of a process reported when it is
 * made and when it is collected, which makes promises cost seven times as much. Loaded before `node:test`, this file has
 * it ask an AsyncLocalStorage instead.
 */
const scopes = new AsyncLocalStorage<AsyncResource>()
/** The suite of the file that is being imported: its body runs without the scope of who imports it. */
let ofFile: AsyncResource | undefined
let noteMade: HookCallbacks['init']

type Work<This, Result> = (this: This, ...args: unknown[]) => Result

/** Each test is one. */
class TestScope extends AsyncResource {
  constructor(...args: ConstructorParameters<typeof AsyncResource>) {
    super(...args)
    noteMade?.(this.asyncId(), 'Test', 0, this)
  }

  override runInAsyncScope<This, Result>(work: Work<This, Result>, self?: This, ...args: unknown[]): Result {
    return super.runInAsyncScope(() => scopes.run(this, () => Reflect.apply(work, self, args)))
  }
}

/** Called in the suite of a file: what its body says belongs to the suite. */
export async function importedHere(load: () => Promise<unknown>): Promise<void> {
  ofFile = scopes.getStore()
  try {
    await load()
  } finally {
    ofFile = undefined
  }
}

const hooks = createRequire(import.meta.url)('node:async_hooks')
const { AsyncResource: usual, createHook, executionAsyncId } = hooks
hooks.AsyncResource = TestScope
hooks.executionAsyncId = () => (scopes.getStore() ?? ofFile)?.asyncId() ?? 0
hooks.createHook = ({ init }: HookCallbacks): AsyncHook => {
  noteMade = init
  const hook: AsyncHook = { enable: () => hook, disable: () => hook }
  return hook
}
await import('node:test')
Object.assign(hooks, { AsyncResource: usual, createHook, executionAsyncId })
