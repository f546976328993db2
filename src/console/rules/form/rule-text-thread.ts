// Worker thread that parses one text and ends. The parser cannot be interrupted, and some texts of 64 KB take it a
// quarter of a second.
import { parentPort, workerData } from 'node:worker_threads'
import { ruleFromText } from './rule-from-text.ts'

parentPort!.postMessage(ruleFromText(workerData as string))
