import { sql } from 'kysely'
import { colourCount } from '../../../shared/taxonomy/colour-count.ts'
import { timestamp } from '../../lib/clock.ts'
import { shownTo } from '../annotations/rounds/blind.ts'
import type { Transaction } from '../projects/edit-project.ts'
import type { AccountSight, Blind } from '../projects/scope.ts'
import type { Database } from '../storage/database.ts'
import { jsonText } from '../storage/json-fields.ts'

/**
 * Chooses colours for labels that have none.
 * @param taken colours of the project's other labels in use, one per label
 * @param left colours of the project's labels that are no longer in use, one per label
 * @returns for each label, the colour with the fewest labels in use. A tie goes to the colour with the fewest labels, then to the first in the
 * palette
 */
export function freeColours(taken: Iterable<number>, count: number, left: Iterable<number> = []): number[] {
  const used = new Array<number>(colourCount).fill(0)
  const abandoned = new Array<number>(colourCount).fill(0)
  for (const colour of taken) used[colour] = (used[colour] ?? 0) + 1
  for (const colour of left) abandoned[colour] = (abandoned[colour] ?? 0) + 1
  return Array.from({ length: count }, () => {
    const fewest = Math.min(...used)
    const least = used.flatMap((number, colour) => (number === fewest ? [colour] : []))
    const fewestOfAll = Math.min(...least.map(colour => abandoned[colour] ?? 0))
    const colour = least.find(each => abandoned[each] === fewestOfAll) ?? 0
    used[colour] = fewest + 1
    return colour
  })
}

/** Assigns permanent colours to labels of a project. The colours of other labels stay. */
export async function giveColours(transaction: Transaction, projectId: string, labelIds: readonly string[]): Promise<void> {
  const coloured = await transaction
    .selectFrom('label')
    .select(['palette_colour', 'annotation_count'])
    .where('project_id', '=', projectId)
    .where('palette_colour', 'is not', null)
    .execute()
  const coloursOf = (isInUse: boolean) =>
    coloured.flatMap(({ palette_colour: colour, annotation_count: count }) => (colour !== null && count > 0 === isInUse ? [colour] : []))
  const colours = freeColours(coloursOf(true), labelIds.length, coloursOf(false))
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
 * coloured since the start of the round therefore get other colours, in the order of their first visible use. Removed annotations and
 * earlier labels of annotations count as uses, so that neither a removal nor a new label changes a colour. In a round that hides earlier
 * annotations, this applies to all labels. After the round, all labels have the project's colours.
 * @param labels all labels of the catalog
 * @returns colours by label id. Labels without a use that the member may see, or could see before the round, have none.
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
  const others = new Set(labels.flatMap(({ id, palette_colour: colour }) => (colour === null || shown.has(id) ? [] : [id])))
  if (others.size === 0) return shown
  const { rows } = await sql<{ id: string }>`
    select label_id as id from (
      select label_id, modified_at as at from annotation where project_id = ${sight.projectId} and ${shownTo(sight)}
      union all
      select ${jsonText(db, 'version.state', 'labelId')} as label_id, version.at
      from annotation join annotation_version as version on version.annotation_id = annotation.id
      where annotation.project_id = ${sight.projectId} and version.at >= ${start} and ${shownTo(sight)}
    ) as uses
    where label_id is not null
    group by label_id order by min(at), label_id`.execute(db)
  const inOrder = rows.flatMap(({ id }) => (others.has(id) ? [id] : []))
  const colours = freeColours(shown.values(), inOrder.length)
  for (const [place, id] of inOrder.entries()) shown.set(id, colours[place] ?? 0)
  return shown
}
