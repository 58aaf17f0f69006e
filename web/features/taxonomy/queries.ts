import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { Label, LabelDraft, LabelEdit, OutlineLabel, Promotion } from '../../../shared/contracts/taxonomy.ts'
import type { ImportReport } from '../../../shared/contracts/taxonomy-import.ts'
import { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'

export const labelKeys = {
  all: ['labels'] as const,
  outline: (projectId: string) => [...labelKeys.all, 'outline', projectId] as const,
  one: (labelId: string) => [...labelKeys.all, 'one', labelId] as const,
  history: (labelId: string, revision: number) => [...labelKeys.all, 'history', labelId, revision] as const
}

/** The whole tree of a project's catalog, by name. */
export const labelOutline = (projectId: string) =>
  queryOptions({
    queryKey: labelKeys.outline(projectId),
    queryFn: ({ signal }): Promise<{ labels: OutlineLabel[] }> =>
      call('GET /projects/:projectId/labels/outline', { params: { projectId }, signal }),
    staleTime: 30_000, // annotations are counted in it
    structuralSharing: false // comparing 100,000 labels with themselves would be felt
  })

export const oneLabel = (labelId: string) =>
  queryOptions({
    queryKey: labelKeys.one(labelId),
    queryFn: ({ signal }) => call('GET /labels/:labelId', { params: { labelId }, signal }),
    staleTime: 30_000
  })

/** The annotations and labels that a change of a label affects, read anew each time. */
export const labelUse = (labelId: string) =>
  queryOptions({
    queryKey: [...labelKeys.one(labelId), 'use'],
    queryFn: ({ signal }) => call('GET /labels/:labelId/use', { params: { labelId }, signal }),
    staleTime: 0
  })

/** Up to a revision, so that a newer one is asked for anew. */
export const labelHistory = (labelId: string, revision: number) =>
  queryOptions({
    queryKey: labelKeys.history(labelId, revision),
    queryFn: ({ signal }) => call('GET /labels/:labelId/history', { params: { labelId }, signal })
  })

export const createLabel = (projectId: string, draft: LabelDraft): Promise<Label> =>
  call('POST /projects/:projectId/labels', { params: { projectId }, json: draft })

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

/** A change that the newest revision is looked up for: moving and renaming in the tree, which knows no revisions. */
export async function changeLabel(client: QueryClient, labelId: string, change: Omit<LabelEdit, 'revision'>): Promise<Label> {
  const { revision } = await client.fetchQuery({ ...oneLabel(labelId), staleTime: 0 })
  const label = await call('PATCH /labels/:labelId', { params: { labelId }, json: { ...change, revision } })
  takeChanged(client, label)
  return label
}

export async function removeLabel(client: QueryClient, projectId: string, labelId: string): Promise<void> {
  await call('DELETE /labels/:labelId', { params: { labelId } })
  dropLabel(client, projectId, labelId)
}

export async function mergeLabel(client: QueryClient, projectId: string, labelId: string, into: string): Promise<Label> {
  const { revision } = await client.fetchQuery({ ...oneLabel(labelId), staleTime: 0 })
  const label = await call('POST /labels/:labelId/merge', { params: { labelId }, json: { into, revision } })
  await refreshCatalog(client, projectId)
  return label
}

/** The label stays the same one, so its annotations follow. */
export async function promoteLabel(
  client: QueryClient,
  projectId: string,
  labelId: string,
  name: Omit<Promotion, 'revision'>
): Promise<Label> {
  const { revision } = await client.fetchQuery({ ...oneLabel(labelId), staleTime: 0 })
  const label = await call('POST /labels/:labelId/promote', { params: { labelId }, json: { ...name, revision } })
  await refreshCatalog(client, projectId)
  return label
}

/** Shows at once; what the server refuses is put back. */
export async function favourLabel(client: QueryClient, projectId: string, labelId: string, favourite: boolean): Promise<void> {
  const set = (value: boolean) => patchOutline(client, projectId, labelId, before => before && withFavourite(before, value))
  set(favourite)
  try {
    await call('PUT /labels/:labelId/favourite', { params: { labelId }, json: { favourite } })
    await client.invalidateQueries({ queryKey: labelKeys.one(labelId) })
  } catch (error) {
    set(!favourite)
    throw error
  }
}

/** Reads one label again that someone changed; takes it out when it is gone. */
export async function renewLabel(client: QueryClient, projectId: string, labelId: string): Promise<void> {
  try {
    takeLabel(client, await client.fetchQuery({ ...oneLabel(labelId), staleTime: 0, retry: false }))
    await client.invalidateQueries({ queryKey: [...labelKeys.one(labelId), 'references'] })
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) dropLabel(client, projectId, labelId)
  }
}

export function refreshCatalog(client: QueryClient, projectId: string): Promise<unknown> {
  return Promise.all([
    client.invalidateQueries({ queryKey: labelKeys.outline(projectId) }),
    client.invalidateQueries({ queryKey: [...labelKeys.all, 'one'] })
  ])
}

export interface ImportChoice {
  namesakes: 'ask' | 'add' | 'use'
  under: string | null
  /** Of single rows, as the contract writes them. */
  decisions?: string | undefined
}

/** Reads a list of labels; with `dryRun` it only reports what it would do. */
export function importList(
  projectId: string,
  list: File,
  { namesakes, under, decisions, dryRun }: ImportChoice & { dryRun: boolean },
  signal?: AbortSignal
): Promise<ImportReport> {
  const query = { dryRun, namesakes, ...(under !== null && { under }), ...(decisions && { decisions }) }
  const stream = new Blob([list], { type: 'text/csv' })
  return call('POST /projects/:projectId/labels/import', { params: { projectId }, query, stream, signal })
}

/** Another project, or of its catalog one label with everything under it. */
export interface CopySource {
  projectId: string
  labelId?: string
}

export function copyCatalog(
  projectId: string,
  { projectId: from, labelId }: CopySource,
  { namesakes, under, decisions, dryRun }: ImportChoice & { dryRun: boolean },
  signal?: AbortSignal
): Promise<ImportReport> {
  const json = {
    from,
    ...(labelId !== undefined && { labelId }),
    dryRun,
    namesakes,
    ...(under !== null && { under }),
    ...(decisions && { decisions })
  }
  return call('POST /projects/:projectId/labels/copy', { params: { projectId }, json, signal })
}

/** After a change of ours: the tree shows it at once, what stands beside it is read again. */
export function takeChanged(client: QueryClient, label: Label): void {
  takeLabel(client, label)
  void client.invalidateQueries({ queryKey: labelKeys.one(label.id) })
}

/** The server's newest word on a label goes to the tree. */
function takeLabel(client: QueryClient, label: Label): void {
  patchOutline(client, label.projectId, label.id, () => toOutline(label))
  // The key may have been another label's.
  const hotkey = label.hotkey
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

/** Puts a label where its name belongs; takes it out where `change` gives nothing. */
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
  const said = {
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
    favourite: favourite || null,
    annotationCount: annotationCount || null,
    vernacularName: vernacularNames[0]?.name ?? null,
    otherNames: synonyms.length + vernacularNames.length > 0 ? [...synonyms, ...vernacularNames.map(each => each.name)] : null
  }
  const given = Object.fromEntries(Object.entries(said).filter(([, value]) => value !== null))
  return { id, parentId, name, ...given }
}
