import { newId } from '../../server/lib/ids.ts'
import type { Annotation } from '../../shared/contracts/annotations.ts'
import type { Media } from '../../shared/contracts/media.ts'
import type { Sample } from '../../shared/contracts/sampling.ts'
import { upload } from './annotated-project.ts'
import { type Caller, callApi, makeProject } from './browser.ts'
import { cellPx, textureCount, texturedImage } from './textures.ts'
import { until } from './until.ts'

const names = ['Axinella', 'Lophelia pertusa', 'Sand', 'Bryozoa', 'Rock']

const mediaOf = async (page: Caller, projectId: string): Promise<Media[]> =>
  (await callApi<{ items: Media[] }>(page, 'GET', `/projects/${projectId}/media?limit=100`)).items

/**
 * Creates a project of drawn textures with random sample points, labelled on the first images. File names begin with one of two sites.
 * @returns its id
 */
export async function sampledTextures(page: Caller, title: string, { labelled = 14, unlabelled = 6, points = 20 } = {}): Promise<string> {
  const { id: projectId } = await makeProject(page, title)
  const labelIds: string[] = []
  for (const name of names.slice(0, textureCount))
    labelIds.push((await callApi<{ id: string }>(page, 'POST', `/projects/${projectId}/labels`, { name })).id)
  const images: { mediaId: string; cells: Awaited<ReturnType<typeof texturedImage>>['cells'] }[] = []
  for (let image = 0; image < labelled + unlabelled; image++) {
    const { content, cells } = await texturedImage(image % 3, 500 + image)
    images.push({ mediaId: await upload(page, projectId, `${image % 2 === 0 ? 'north' : 'south'}-${image}.png`, content), cells })
  }
  await until(
    () => mediaOf(page, projectId),
    items => items.every(({ state }) => state === 'ready')
  )
  const mediaIds = images.map(({ mediaId }) => mediaId)
  const plan = { method: 'random', count: points, seed: 'a' }
  const drawn = await callApi<{ samples: Sample[] }>(page, 'POST', `/projects/${projectId}/samples`, { mediaIds, plan })
  for (const { mediaId, cells } of images.slice(0, labelled)) {
    const own = drawn.samples.find(sample => sample.mediaId === mediaId)?.points ?? []
    const { annotations } = await callApi<{ annotations: Annotation[] }>(page, 'GET', `/media/${mediaId}/annotations`)
    const operations = own.map(annotationId => {
      const shape = annotations.find(({ id }) => id === annotationId)?.shape
      const { x, y } = shape?.kind === 'point' ? shape : { x: 0, y: 0 }
      const cell = cells.find(each => Math.abs(each.x - x) <= cellPx / 2 && Math.abs(each.y - y) <= cellPx / 2)
      return { id: newId(), kind: 'revise', annotationId, revision: 1, labelId: labelIds[cell?.texture ?? 0] }
    })
    await callApi(page, 'POST', `/projects/${projectId}/annotations/operations`, { operations })
  }
  return projectId
}
