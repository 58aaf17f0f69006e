import { mutationOptions, type QueryClient } from '@tanstack/react-query'
import type { Label, LabelDraft, LabelEdit, OutlineLabel, Promotion } from '../../../shared/contracts/taxonomy.ts'
import { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { showKey, takenKeyEdits } from './own-keys/take-key-edit.ts'
import { createLabel, labelKeys, labelOutline, newestLabel, oneLabel, refreshCatalog } from './queries.ts'

export const addLabel = (projectId: string) =>
  mutationOptions({
    mutationKey: ['labels', 'add'],
    mutationFn: (draft: LabelDraft) => createLabel(projectId, draft),
    onSuccess: (label, _draft, _before, { client }) => takeChanged(client, label)
  })

export interface Revision {
  labelId: string
  edit: LabelEdit
}

export const reviseLabel = () =>
  mutationOptions({
    mutationKey: ['labels', 'revise'],
    mutationFn: ({ labelId, edit }: Revision) => call('PATCH /labels/:labelId', { params: { labelId }, json: edit }),
    onSuccess: (label, _revision, _before, { client }) => takeChanged(client, label)
  })

/** The last change of each label that has not been answered. */
const changes = new Map<string, Promise<unknown>>()

/** Changes a label at its newest revision, after its earlier changes. The revision is fetched first, because the tree has none. */
export function changeLabel(client: QueryClient, labelId: string, change: Omit<LabelEdit, 'revision'>): Promise<Label> {
  const before = changes.get(labelId) ?? Promise.resolve()
  const changed = before.then(() => changeNewest(client, labelId, change))
  const settled: Promise<void> = changed
    .catch(() => {})
    .then(() => {
      if (changes.get(labelId) === settled) changes.delete(labelId)
    })
  changes.set(labelId, settled)
  return changed
}

async function changeNewest(client: QueryClient, labelId: string, change: Omit<LabelEdit, 'revision'>): Promise<Label> {
  const { revision } = await newestLabel(labelId)
  const label = await call('PATCH /labels/:labelId', { params: { labelId }, json: { ...change, revision } })
  takeChanged(client, label)
  return label
}

export async function removeLabel(client: QueryClient, projectId: string, labelId: string): Promise<void> {
  await call('DELETE /labels/:labelId', { params: { labelId } })
  dropLabel(client, projectId, labelId)
}

export async function mergeLabel(client: QueryClient, projectId: string, labelId: string, into: string): Promise<Label> {
  const { revision } = await newestLabel(labelId)
  const label = await call('POST /labels/:labelId/merge', { params: { labelId }, json: { into, revision } })
  await refreshCatalog(client, projectId)
  return label
}

/** Gives a label a scientific name. The label keeps its id, so its annotations follow. */
export async function promoteLabel(
  client: QueryClient,
  projectId: string,
  labelId: string,
  name: Omit<Promotion, 'revision'>
): Promise<Label> {
  const { revision } = await newestLabel(labelId)
  const label = await call('POST /labels/:labelId/promote', { params: { labelId }, json: { ...name, revision } })
  await refreshCatalog(client, projectId)
  return label
}

/** Latest favourite request for each label. The answer to an earlier request does not change the page. */
const wishes = new Map<string, symbol>()

/** Number of favourite requests that have ended. A label that was fetched before a request ended may have an outdated favourite. */
let endedWishes = 0

/** Marks or unmarks a favourite optimistically, and reverts it when the server refuses. */
export async function favourLabel(client: QueryClient, projectId: string, labelId: string, favourite: boolean): Promise<void> {
  const set = (value: boolean) => patchOutline(client, projectId, labelId, before => before && withFavourite(before, value))
  const { queryKey } = labelOutline(projectId)
  const wish = Symbol(labelId)
  const isNewest = () => wishes.get(labelId) === wish
  wishes.set(labelId, wish)
  set(favourite)
  try {
    await call('PUT /labels/:labelId/favourite', { params: { labelId }, json: { favourite } })
    if (client.isFetching({ queryKey }) > 0) void client.invalidateQueries({ queryKey }) // an outline request under way may return the earlier state
    if (isNewest()) set(favourite)
    await client.invalidateQueries({ queryKey: labelKeys.one(labelId) })
  } catch (error) {
    if (isNewest()) set(!favourite)
    throw error
  } finally {
    if (isNewest()) wishes.delete(labelId)
    endedWishes++
  }
}

/** Refetches a changed label, and removes it from the cache when it was deleted. */
export async function renewLabel(client: QueryClient, projectId: string, labelId: string): Promise<void> {
  const [ended, keys] = [endedWishes, takenKeyEdits()]
  try {
    // not as a query: when the label card closes, a query is cancelled and returns its earlier answer
    const label = await call('GET /labels/:labelId', { params: { labelId } })
    if (takenKeyEdits() > keys) return await renewLabel(client, projectId, labelId)
    const { queryKey } = oneLabel(labelId)
    await client.cancelQueries({ queryKey, exact: true }) // a request under way may return the earlier state
    client.setQueryData(queryKey, label)
    const isOutdated = wishes.has(labelId) || endedWishes > ended
    takeLabel(client, isOutdated ? { ...label, favourite: isFavourite(client, label) } : label)
    await client.invalidateQueries({ queryKey: [...labelKeys.one(labelId), 'references'] })
  } catch (error) {
    if (error instanceof ApiError && error.code === 'NOT_FOUND') dropLabel(client, projectId, labelId)
  }
}

const isFavourite = (client: QueryClient, { id, projectId }: Label): boolean =>
  client.getQueryData(labelOutline(projectId).queryKey)?.labels.some(label => label.id === id && label.favourite) ?? false

/** Applies a change made here: immediately to the tree and to the known details, whose other parts a refetch brings. */
export function takeChanged(client: QueryClient, label: Label): void {
  takeLabel(client, label)
  client.setQueryData(oneLabel(label.id).queryKey, known => known && (known.revision > label.revision ? known : { ...known, ...label }))
  void client.invalidateQueries({ queryKey: labelKeys.one(label.id) })
}

/** Writes the newest state of a label to the tree. */
function takeLabel(client: QueryClient, label: Label): void {
  patchOutline(client, label.projectId, label.id, before => {
    const colour = before?.paletteColour // a single label comes without its colour, which is permanent
    return { ...toOutline(label), ...(colour !== undefined && { paletteColour: colour }) }
  })
  // The number keys may have belonged to other labels.
  const { hotkey, ownKey } = label
  if (ownKey !== null) showKey(client, label.projectId, { labelId: label.id, key: ownKey })
  if (hotkey === null) return
  client.setQueryData(labelOutline(label.projectId).queryKey, data => {
    if (!data) return data
    const labels = data.labels.map(other => (other.hotkey === hotkey && other.id !== label.id ? withoutHotkey(other) : other))
    return { labels }
  })
}

function dropLabel(client: QueryClient, projectId: string, labelId: string): void {
  patchOutline(client, projectId, labelId, () => undefined)
  client.removeQueries({ queryKey: labelKeys.one(labelId) })
}

/** Changes a label in the cached outline and keeps the order by name. Removes the label when `change` returns nothing. */
function patchOutline(
  client: QueryClient,
  projectId: string,
  labelId: string,
  change: (before: OutlineLabel | undefined) => OutlineLabel | undefined
): void {
  client.setQueryData(labelOutline(projectId).queryKey, data => {
    if (!data) return data
    const at = data.labels.findIndex(({ id }) => id === labelId)
    const before = data.labels[at]
    const after = change(before)
    if (before && after && before.name === after.name) return { labels: data.labels.with(at, after) }
    const labels = before ? data.labels.toSpliced(at, 1) : [...data.labels]
    if (after) labels.splice(placeOf(labels, after), 0, after)
    return { labels }
  })
}

function placeOf(labels: readonly OutlineLabel[], label: OutlineLabel): number {
  const key = label.name.toLowerCase()
  let [low, high] = [0, labels.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((labels[middle]?.name.toLowerCase() ?? '') < key) low = middle + 1
    else high = middle
  }
  return low
}

function withFavourite({ favourite: _before, ...label }: OutlineLabel, favourite: boolean): OutlineLabel {
  return favourite ? { ...label, favourite } : label
}

function withoutHotkey({ hotkey: _before, ...label }: OutlineLabel): OutlineLabel {
  return label
}

const aphiaIdOf = (lsid: string | null) => (lsid ? Number(lsid.slice(lsid.lastIndexOf(':') + 1)) : null)

function toOutline(label: Label): OutlineLabel {
  const { id, parentId, name, synonyms, vernacularNames, annotationCount, favourite } = label
  const values = {
    scientificName: label.scientificName,
    scientificNameAuthorship: label.scientificNameAuthorship,
    taxonRank: label.taxonRank,
    taxonomicStatus: label.taxonomicStatus,
    acceptedNameUsage: label.acceptedNameUsage,
    identificationQualifier: label.identificationQualifier,
    morphospecies: label.morphospecies,
    aphiaId: aphiaIdOf(label.scientificNameID),
    colour: label.colour,
    hotkey: label.hotkey,
    ownKey: label.ownKey,
    favourite: favourite || null,
    annotationCount: annotationCount || null,
    vernacularName: vernacularNames[0]?.name ?? null,
    otherNames: synonyms.length + vernacularNames.length > 0 ? [...synonyms, ...vernacularNames.map(each => each.name)] : null
  }
  const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null))
  return { id, parentId, name, ...given }
}
