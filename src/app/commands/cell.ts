import { Command } from 'commander'
import { type CellRecord, listCells } from '../../core/cells/list-cells.ts'
import { systemClock } from '../../platform/clock.ts'
import { counted } from '../../platform/counted.ts'
import { addCell } from '../../platform/database/cells/add-cell.ts'
import { withDatabase } from './connect.ts'
import { JSON_FLAG, print } from './output.ts'

interface Flags {
  json?: boolean
}

export function cellCommand(): Command {
  const cell = new Command('cell').description('manage cells: the parts of the database that hold whole sites')
  cell
    .command('list')
    .description('list all cells with their sites')
    .option(...JSON_FLAG)
    .action(printCells)
  cell
    .command('add')
    .description('add a cell beside the running service; new sites go to the cell with the fewest devices')
    .option(...JSON_FLAG)
    .action(add)
  return cell
}

async function printCells(flags: Flags): Promise<void> {
  const cells = await withDatabase(listCells)
  print(cells, cells.map(inWords).join('\n'), flags)
}

async function add(flags: Flags): Promise<void> {
  const number = await withDatabase((db) => addCell(db, systemClock()))
  print({ number }, `Added cell ${number}.`, flags)
}

const inWords = ({ number, devices, bytes, sites }: CellRecord): string =>
  [
    `cell ${number}`.padStart(8),
    counted(devices, 'device').padStart(15),
    `${(bytes / 1_000_000).toFixed(0)} MB`.padStart(10),
    sites.map(({ name }) => name).join(', '),
  ].join('  ')
