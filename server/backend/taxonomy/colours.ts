import { sql } from 'kysely'
import { colourCount } from '../../../shared/taxonomy/colour-count.ts'
import { timestamp } from '../../lib/clock.ts'
import { shownTo } from '../annotations/rounds/blind.ts'
import type { Transaction } from '../projects/edit-project.ts'
import type { AccountSight, Blind } from '../projects/scope.ts'
import type { Database } from '../storage/database.ts'

/**
 * Chooses colours for labels that have none.
 * @param taken colours of the project's other labels, one per label
 * @returns the least used colour for each label; in a tie, the first in the palette
 */
export function freeColours(taken: Iterable<number>, count: number): number[] {
  const used = new Array<number>(colourCount).fill(0)
  for (const colour of taken) used[colour] = (used[colour] ?? 0) + 1
  return Array.from({ length: count }, () => {
    const colour = used.indexOf(Math.min(...used))
    used[colour] = (used[colour] ?? 0) + 1
    return colour
  })
}

/** Assigns permanent colours to labels of a project. */
export async function giveColours(transaction: Transaction, projectId: string, labelIds: readonly string[]): Promise<void> {
  const taken = await transaction
    .selectFrom('label')
    .select('palette_colour')
    .where('project_id', '=', projectId)
    .where('palette_colour', 'is not', null)
    .execute()
  const colours = freeColours(
    taken.map(row => row.palette_colour ?? 0),
    labelIds.length
  )
  const at = timestamp()
  for (const [place, id] of labelIds.entries())
    await transaction
      .updateTable('label')
      .set({ palette_colour: colours[place] ?? 0, palette_colour_at: at })
      .where('id', '=', id)
      .execute()
}

interface Coloured {
  id: string
  palette_colour: number | null
  palette_colour_at: string | null
}

/**
 * Returns the colours of labels for a blind member. The project's colours would reveal the order in which others first used the labels. Labels
 * coloured since the start of the round therefore get other colours, in the order of their first visible use. In a round that hides earlier
 * annotations, this applies to all labels. After the round, all labels have the project's colours.
 * @param labels labels with annotations that the member may see
 */
export async function coloursShownBlind(
  db: Database,
  sight: AccountSight,
  blind: Blind,
  labels: readonly Coloured[]
): Promise<Map<string, number>> {
  const start = blind.rounds.some(({ hidesEarlier }) => hidesEarlier)
    ? ''
    : (blind.rounds.map(({ startsAt }) => startsAt).toSorted()[0] ?? '')
  const shown = new Map(
    labels.flatMap(({ id, palette_colour: colour, palette_colour_at: at }) =>
      colour !== null && at !== null && at < start ? [[id, colour] as const] : []
    )
  )
  const others = new Set(labels.flatMap(({ id }) => (shown.has(id) ? [] : [id])))
  if (others.size === 0) return shown
  const { rows } = await sql<{ id: string }>`
    select label_id as id from annotation
    where project_id = ${sight.projectId} and removed_at is null and label_id is not null and ${shownTo(sight)}
    group by label_id order by min(created_at), label_id`.execute(db)
  const inOrder = rows.flatMap(({ id }) => (others.has(id) ? [id] : []))
  const colours = freeColours(shown.values(), inOrder.length)
  for (const [place, id] of inOrder.entries()) shown.set(id, colours[place] ?? 0)
  return shown
}
