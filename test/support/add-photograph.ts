import { readFile } from 'node:fs/promises'
import type { Media } from '../../shared/contracts/media.ts'
import { upload } from './annotated-project.ts'
import { type Caller, callApi } from './browser.ts'
import { type PhotographName, photograph } from './photographs.ts'
import { until } from './until.ts'

/** Uploads a photograph through the API. @returns the photograph, once it can be viewed */
export async function addPhotograph(page: Caller, projectId: string, name: PhotographName): Promise<Media> {
  const id = await upload(page, projectId, name, await readFile(await photograph(name)))
  return until(
    () => callApi<Media>(page, 'GET', `/media/${id}`),
    ({ state }) => state === 'ready'
  )
}
