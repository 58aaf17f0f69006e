import type { Download, Page } from 'playwright-core'
import { newId } from '../../server/lib/ids.ts'
import { annotatedProject } from './annotated-project.ts'
import { bytesOf, callApi } from './browser.ts'

export const names = ['M1_1.jpg', 'M1_2.jpg', 'M2_1.jpg', 'M2_2.jpg']

/** Creates two stations with two images each. Their counts are 10, 6, 3, 1, 1, 1, 2 as in the published example, 17 of them at M1. */
export async function survey(page: Page) {
  const made = await annotatedProject(page, 'Kelp transects', names, [
    { label: 'Pisaster ochraceus', image: 0, count: 10 },
    { label: 'Patiria miniata', image: 1, count: 6 },
    { label: 'Cancer productus', image: 2, count: 3 },
    { label: 'Sebastes mystinus', image: 0, count: 1 },
    { label: 'Sebastes carnatus', image: 2, count: 1 },
    { label: 'Cryptochiton stelleri', image: 3, count: 1 },
    { label: 'Haliotis rufescens', image: 3, count: 2 }
  ])
  await callApi(page, 'POST', `/projects/${made.projectId}/sites/assign-by-name`, { pattern: '{site}_*', createSites: true })
  return made
}

/** Adds boxes of one label to one image. */
export const mark = (page: Page, projectId: string, mediaId: string | undefined, labelId: string | undefined, count: number) =>
  callApi(page, 'POST', `/projects/${projectId}/annotations/operations`, {
    operations: Array.from({ length: count }, () => ({
      id: newId(),
      kind: 'create',
      annotationId: newId(),
      mediaId,
      shape: { kind: 'box', x: 10, y: 10, width: 40, height: 30 },
      labelId
    }))
  })

export const results = (projectId: string) => `/projects/${projectId}/annotate/results`

export async function textOf(download: Promise<Download>): Promise<{ name: string; text: string }> {
  const found = await download
  return { name: found.suggestedFilename(), text: (await bytesOf(found)).toString() }
}

export async function cells(page: Page, name: RegExp): Promise<string[]> {
  const row = page.getByRole('group', { name: 'All measures' }).getByRole('row', { name })
  await row.waitFor()
  return (await row.getByRole('cell').allTextContents()).map(text => text.trim())
}
