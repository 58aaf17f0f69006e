import { type QueryClient, queryOptions, skipToken } from '@tanstack/react-query'
import type { NameCheck, TakeReport, WormsTaxon } from '../../../../shared/contracts/worms.ts'
import { namesLeftAtOnce } from '../../../../shared/limits.ts'
import { call } from '../../../api/call.ts'
import { takeChanged } from '../edits.ts'
import { newestLabel } from '../queries.ts'
import { keptNameEdit, nameEdit } from './name-edit.ts'

/** Part of the classification to add: the main ranks from kingdom to genus, all ranks, or none. */
export type Ranks = 'main' | 'all' | 'none'

export interface TakeChoice {
  ranks: Ranks
  under: string | null
  namesakes: 'ask' | 'add' | 'use'
}

const wormsKeys = {
  taxa: (name: string) => ['worms', 'taxa', name] as const,
  preview: (projectId: string, aphiaId: number | null, choice: TakeChoice) => ['worms', 'preview', projectId, aphiaId, choice] as const
}

/** Minimum length of a search. Fewer letters would match half of the register. */
export const shortestName = 2

/** Query for WoRMS taxa by name. Never retried automatically: an offline server is reported immediately, and WoRMS is a shared service. */
export const wormsTaxa = (name: string) =>
  queryOptions({
    queryKey: wormsKeys.taxa(name),
    queryFn: async ({ signal }) => (await call('GET /worms/taxa', { query: { name }, signal })).taxa,
    enabled: name.length >= shortestName,
    retry: false,
    staleTime: 600_000
  })

/** Query for the effects of adding a taxon to the catalog. Not fetched until a taxon is chosen. */
export const takePreview = (projectId: string, aphiaId: number | null, choice: TakeChoice) =>
  queryOptions({
    queryKey: wormsKeys.preview(projectId, aphiaId, choice),
    queryFn: aphiaId === null ? skipToken : ({ signal }) => takeTaxon(projectId, aphiaId, { ...choice, dryRun: true }, signal),
    // Another choice changes only some rows, so the old rows stay in the meantime. For another taxon, the rows are cleared.
    placeholderData: (before: TakeReport | undefined, query) => (query?.queryKey[3] === aphiaId ? before : undefined),
    retry: false,
    gcTime: 0
  })

export function takeTaxon(
  projectId: string,
  aphiaId: number,
  { ranks, under, namesakes, dryRun }: TakeChoice & { dryRun: boolean },
  signal?: AbortSignal
): Promise<TakeReport> {
  const json = { aphiaIds: [aphiaId], ranks, dryRun, namesakes, ...(under !== null && { under }) }
  return call('POST /projects/:projectId/labels/worms', { params: { projectId }, json, signal })
}

/** Compares the next batch of names of a catalog with WoRMS. `every` includes labels without a scientific name. */
export const checkNames = (projectId: string, json: { cursor?: string; every: boolean }, signal: AbortSignal) =>
  call('POST /projects/:projectId/labels/check', { params: { projectId }, json, signal })

/** Records that these names stay unchanged, so that the next check lists them as decided. */
export async function leaveNames(projectId: string, checks: readonly NameCheck[]): Promise<void> {
  const names = checks.map(({ labelId, name, scientificName, proposed }) => ({ labelId, name: scientificName ?? name, proposed }))
  for (let at = 0; at < names.length; at += namesLeftAtOnce) {
    const json = { names: names.slice(at, at + namesLeftAtOnce) }
    await call('POST /projects/:projectId/labels/check/left', { params: { projectId }, json })
  }
}

export const reconsiderName = (labelId: string) => call('DELETE /labels/:labelId/name-left', { params: { labelId } })

/** Gives a label the name that WoRMS uses. @returns the new name of the label */
export async function takeName(client: QueryClient, check: NameCheck, taxon: WormsTaxon): Promise<string> {
  const keepsName = check.kind === 'identify'
  const { synonyms } = keepsName ? { synonyms: [] } : await newestLabel(check.labelId)
  const edit = nameEdit(check, taxon, synonyms)
  const label = await call('PATCH /labels/:labelId', { params: { labelId: check.labelId }, json: edit })
  takeChanged(client, label)
  return label.name === check.name ? (label.scientificName ?? label.name) : label.name
}

/** Keeps the name of a label, and adds the accepted one. @returns the name of the label */
export async function keepName(client: QueryClient, check: NameCheck, taxon: WormsTaxon): Promise<string> {
  const label = await call('PATCH /labels/:labelId', { params: { labelId: check.labelId }, json: keptNameEdit(check, taxon) })
  takeChanged(client, label)
  return label.name
}
