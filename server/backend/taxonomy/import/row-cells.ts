import type { TableRow } from '../../files/delimited.ts'
import { plainCell } from '../../files/report-cell.ts'
import { isEmptyCell } from '../../media/metadata-values.ts'
import { tidyName } from '../names.ts'
import type { Column, Meaning } from './columns.ts'
import type { LeftOut } from './given.ts'

/** Most characters of a name or identifier. */
export const longest = 200

/** Columns of a table by their meaning. Of two columns with one meaning, the first is used. */
export class RowColumns {
  readonly #columns: readonly Column[]
  readonly #at = new Map<Meaning | 'ignored', number>()

  constructor(columns: readonly Column[]) {
    this.#columns = columns
    for (const [index, { meaning }] of columns.entries()) if (!this.#at.has(meaning)) this.#at.set(meaning, index)
  }

  has(meaning: Meaning): boolean {
    return this.#at.has(meaning)
  }

  indexOf(meaning: Meaning): number | undefined {
    return this.#at.get(meaning)
  }

  /** Name of a column in the header. */
  nameOf(meaning: Meaning): string | null {
    return this.#columns[this.#at.get(meaning) ?? -1]?.name ?? null
  }
}

/** Cells of one row, with a finding for each that is left out. */
export class RowCells {
  readonly columns: RowColumns
  readonly leftOut: LeftOut[] = []
  readonly #line: TableRow

  constructor(columns: RowColumns, line: TableRow) {
    this.columns = columns
    this.#line = line
  }

  /** Text of a cell without surrounding spaces; empty without a column. */
  raw(index: number | undefined): string {
    return index === undefined ? '' : tidyName(plainCell(this.#line.cells[index] ?? ''))
  }

  /** Text of a cell; also empty for a word such as NA. */
  text(meaning: Meaning): string {
    const cell = this.raw(this.columns.indexOf(meaning))
    return cell === '' || isEmptyCell(cell) ? '' : cell
  }

  /** Adds a finding for a cell that is left out. */
  leave(meaning: Meaning, message: string): undefined {
    this.leftOut.push({ row: this.#line.row, column: this.columns.nameOf(meaning) ?? '', message })
  }

  /** Text of a cell, left out when it is too long. */
  short(meaning: Meaning, most = longest): string | undefined {
    const cell = this.text(meaning)
    if (cell.length > most) return this.leave(meaning, `is longer than ${most} characters`)
    return cell || undefined
  }

  /** Names in a cell, without those that are too long or too many. */
  fitting<T>(meaning: Meaning, all: T[], nameOf: (each: T) => string): T[] | undefined {
    const kept = all.filter(each => nameOf(each).length <= longest).slice(0, 200)
    if (kept.length < all.length) this.leave(meaning, `holds more than 200 names, or one longer than ${longest} characters`)
    return kept.length > 0 ? kept : undefined
  }
}

export const shorten = (text: string) => (text.length > 60 ? `${text.slice(0, 60)}…` : text)
