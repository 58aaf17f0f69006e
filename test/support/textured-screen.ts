import { newId } from '../../server/lib/ids.ts'
import type { Media } from '../../shared/contracts/media.ts'
import { upload } from './annotated-project.ts'
import { type Caller, callApi, makeProject } from './browser.ts'
import { textureCount, texturedImage } from './textures.ts'
import { until } from './until.ts'

/** Creates a project of drawn textures for the browser: labelled points on some images, and unlabelled points on others. @returns its id */
export async function texturedScreen(page: Caller, title: string, { labelled = 6, unlabelled = 2 } = {}): Promise<string> {
  const { id: projectId } = await makeProject(page, title)
  const labelIds: string[] = []
  for (const name of ['Axinella', 'Lophelia pertusa', 'Sand', 'Bryozoa', 'Rock'].slice(0, textureCount))
    labelIds.push((await callApi<{ id: string }>(page, 'POST', `/projects/${projectId}/labels`, { name })).id)
  for (let image = 0; image < labelled + unlabelled; image++) {
    const { content, cells } = await texturedImage(image % 3, 500 + image)
    const mediaId = await upload(page, projectId, `frame-${image}.png`, content)
    const operations = cells.map(({ x, y, texture }) => ({
      id: newId(),
      kind: 'create',
      annotationId: newId(),
      mediaId,
      shape: { kind: 'point', x, y },
      labelId: image < labelled ? labelIds[texture] : null
    }))
    await callApi(page, 'POST', `/projects/${projectId}/annotations/operations`, { operations })
  }
  await until(
    () => callApi<{ items: Media[] }>(page, 'GET', `/projects/${projectId}/media`),
    ({ items }) => items.every(({ state }) => state === 'ready')
  )
  return projectId
}
