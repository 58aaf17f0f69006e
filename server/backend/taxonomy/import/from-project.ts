import type { Database } from '../../storage/database.ts'
import { labelRows } from '../repository.ts'
import { stateOf } from '../rows.ts'
import type { GivenLabel, GivenList } from './given.ts'

/** Reads the labels of another catalog as a list, without number keys; null when the catalog does not contain `labelId`. */
export async function listOfProject(db: Database, projectId: string, labelId: string | undefined): Promise<GivenList | null> {
  const rows = await labelRows(db, projectId)
  const byId = new Map(rows.map(row => [row.id, row]))
  if (labelId !== undefined && !byId.has(labelId)) return null

  const isIncluded = (id: string): boolean => {
    for (let at = byId.get(id); at; at = byId.get(at.parent_id ?? '')) if (at.id === labelId) return true
    return false
  }
  const chosen = labelId === undefined ? rows : rows.filter(({ id }) => isIncluded(id))
  const labels = chosen.map((row, index): GivenLabel => {
    const { parentId, hotkey: _stays, ...state } = stateOf(row)
    const isTop = parentId === null || row.id === labelId
    return { row: index + 1, key: row.id, parent: isTop ? null : { by: 'key', value: parentId }, above: [], acceptedKey: null, state }
  })
  return { rowCount: labels.length, labels, unusable: [], leftOut: [] }
}
