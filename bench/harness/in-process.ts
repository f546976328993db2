import { fork } from 'node:child_process'

/** Runs a file of this folder in a process of its own, with an order, and returns its result. */
export function inProcess<Order extends object, Result>(file: string, order: Order): Promise<Result> {
  const child = fork(new URL(file, import.meta.url), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  child.send(order)
  return new Promise((resolve, reject) => {
    child.once('message', (result) => resolve(result as Result))
    child.once('exit', (code) => reject(new Error(`${file} ended early (${code})`)))
  })
}
