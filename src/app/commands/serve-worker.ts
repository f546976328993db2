// The program of a worker process: a node that is told its database by the process that started it.
import { once } from 'node:events'
import { logDestination, openLog } from '../../platform/log.ts'
import { readConfig } from '../node/config.ts'
import { startNode } from '../node/start-node.ts'
import type { WorkerOrders } from '../node/workers.ts'
import { stopOnSignal } from './stop-on-signal.ts'

const [{ connection, runsJobs }] = (await once(process, 'message')) as [WorkerOrders]
const config = readConfig(process.env)
const log = openLog(config.logLevel, await logDestination(config.logFormat))
const service = await startNode({ config, connection, log, runsJobs, isWorker: true })
const stop = stopOnSignal(() => service.close(), config.shutdownDelayS)
// The process above is gone, and the port with it.
process.on('disconnect', () => void stop())
