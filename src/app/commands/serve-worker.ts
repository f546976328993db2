// The program of a worker process: a node that gets its database connection from the process that started it.
import { once } from 'node:events'
import { logDestination, openLog } from '../../platform/log.ts'
import { readEnvironment } from '../node/environment.ts'
import { startNode } from '../node/start-node.ts'
import type { WorkerOrders } from '../node/workers.ts'
import { stopOnSignal } from './stop-on-signal.ts'

const [{ connection, runsJobs }] = (await once(process, 'message')) as [WorkerOrders]
const environment = readEnvironment(process.env)
const log = openLog(environment.logLevel, await logDestination(environment.logFormat))
const service = await startNode({ environment, connection, log, runsJobs, isWorker: true })
const stop = stopOnSignal(() => service.close(), environment.shutdownDelayS)
// The parent process has ended, and the port with it.
process.on('disconnect', () => void stop())
