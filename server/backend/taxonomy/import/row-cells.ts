import type { TableRow } from '../../files/delimited.ts'
import { plainCell } from '../../files/report-cell.ts'
import { isEmptyCell } from '../../media/metadata-values.ts'
import { tidyName } from '../names.ts'
import type { Column, Meaning } from './columns.ts'
import type { LeftOut } from './given.ts'

/** Maximum length of a name or identifier in characters. */
export const longest = 200

/** Columns of a table by meaning. If two columns have the same meaning, the first is used. */
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

  /** Returns the name of a column in the header. */
  nameOf(meaning: Meaning): string | null {
    return this.#columns[this.#at.get(meaning) ?? -1]?.name ?? null
  }
}

/** Cells of one row, with a report of the cells that are skipped. */
export class RowCells {
  readonly columns: RowColumns
  readonly leftOut: LeftOut[] = []
  readonly #line: TableRow

  constructor(columns: RowColumns, line: TableRow) {
    this.columns = columns
    this.#line = line
  }

  /** Returns the trimmed text of a cell; empty when the column is missing. */
  raw(index: number | undefined): string {
    return index === undefined ? '' : tidyName(plainCell(this.#line.cells[index] ?? ''))
  }

  /** Returns the text of a cell; empty for placeholders such as NA. */
  text(meaning: Meaning): string {
    const cell = this.raw(this.columns.indexOf(meaning))
    return cell === '' || isEmptyCell(cell) ? '' : cell
  }

  /** Reports a cell as skipped. */
  leave(meaning: Meaning, message: string): undefined {
    this.leftOut.push({ row: this.#line.row, column: this.columns.nameOf(meaning) ?? '', message })
  }

  /** Returns the text of a cell. A cell that is too long is skipped. */
  short(meaning: Meaning, most = longest): string | undefined {
    const cell = this.text(meaning)
    if (cell.length > most) return this.leave(meaning, `is longer than ${most} characters`)
    return cell || undefined
  }

  /** Returns the names in a cell, except names that are too long or exceed the maximum number. */
  fitting<T>(meaning: Meaning, all: T[], nameOf: (each: T) => string): T[] | undefined {
    const kept = all.filter(each => nameOf(each).length <= longest).slice(0, 200)
    if (kept.length < all.length) this.leave(meaning, `has more than 200 names, or a name longer than ${longest} characters`)
    return kept.length > 0 ? kept : undefined
  }
}

export const shorten = (text: string) => (text.length > 60 ? `${text.slice(0, 60)}…` : text)
