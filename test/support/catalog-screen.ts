import type { Browser, Page } from 'playwright-core'
import type { Test } from 'tap'
import type { AnnotationOperation } from '../../shared/contracts/annotations.ts'
import type { Label, LabelDraft, OutlineLabel } from '../../shared/contracts/taxonomy.ts'
import { callApi, makeProject, newPerson, openApp } from './browser.ts'
import { until } from './until.ts'

export const wide = { viewport: { width: 1440, height: 900 } }
export const phone = { viewport: { width: 390, height: 844 } }

export type Draft = LabelDraft & { under?: string }

export const coralReef: Draft[] = [
  { name: 'Corals' },
  { name: 'Acropora', under: 'Corals', scientificName: 'Acropora', taxonRank: 'genus' },
  { name: 'Acropora secale', under: 'Acropora', scientificName: 'Acropora secale', taxonRank: 'species', synonyms: ['Madrepora secalis'] },
  { name: 'Sand' }
]

/** Opens the catalog page of a new project with these labels. */
export async function catalogScreen(t: Test, browser: Browser, url: string, drafts: Draft[] = [], options = wide) {
  const person = newPerson()
  const page = await openApp(t, browser, url, { as: person, ...options })
  const { id: projectId } = await makeProject(page, 'Reef')
  const ids = new Map<string, string>()
  for (const { under, ...draft } of drafts) {
    const parentId = under === undefined ? null : (ids.get(under) ?? null)
    const { id } = await callApi<Label>(page, 'POST', `/projects/${projectId}/labels`, { ...draft, parentId })
    ids.set(draft.name, id)
  }
  const idOf = (name: string) => ids.get(name) ?? ''
  const open = (query = '') => page.goto(`/projects/${projectId}/catalog${query}`)
  const outline = async () => (await callApi<{ labels: OutlineLabel[] }>(page, 'GET', `/projects/${projectId}/labels/outline`)).labels
  return { page, person, projectId, idOf, open, outline }
}

export const row = (page: Page, name: string | RegExp) => page.getByRole('row', { name })

/** Adds one box with this label. */
export async function annotate(page: Page, projectId: string, mediaId: string, labelId: string): Promise<void> {
  const shape = { kind: 'box' as const, x: 4, y: 4, width: 40, height: 30 }
  const operations: AnnotationOperation[] = [
    { id: `op-${labelId}`, kind: 'create', annotationId: `an-${labelId}`, mediaId, shape, labelId }
  ]
  await callApi(page, 'POST', `/projects/${projectId}/annotations/operations`, { operations })
}

/** Uploads a picture that the page draws, in one piece. @returns its id */
export async function photograph(page: Page, projectId: string): Promise<string> {
  await page.goto(`/projects/${projectId}/dashboard`)
  const drawn = await page.evaluate(async () => {
    const canvas = new OffscreenCanvas(64, 48)
    canvas.getContext('2d')?.fillRect(0, 0, 32, 48)
    const bytes = new Uint8Array(await (await canvas.convertToBlob({ type: 'image/jpeg' })).arrayBuffer())
    return [...bytes]
  })
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'reef.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(drawn) })
  const media = await until(
    async () => (await callApi<{ items: { id: string }[] }>(page, 'GET', `/projects/${projectId}/media`)).items,
    items => items.length === 1
  )
  return media[0]?.id ?? ''
}
