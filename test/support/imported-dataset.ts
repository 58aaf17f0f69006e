import { writeCoco } from '../../server/backend/exchange/formats/coco/write.ts'
import { writeCvat } from '../../server/backend/exchange/formats/cvat/write.ts'
import { type Dataset, sourceOf, written } from './datasets.ts'
import type { exchangingProject } from './exchanging.ts'

/** File names lose their folders when images are brought. */
export const bareName = (fileName: string) => fileName.split('/').at(-1) ?? ''

/** Makes a project of a dataset, through the front door: by COCO, or by CVAT where labels of whole images are in it. */
export async function importDataset(scene: Awaited<ReturnType<typeof exchangingProject>>, dataset: Dataset) {
  const images = dataset.images.map(image => ({ ...image, fileName: bareName(image.fileName) }))
  const project = await scene.makeProject(images)
  const hasWhole = dataset.annotations.some(({ shape }) => shape === null)
  const { text } = await written(hasWhole ? writeCvat : writeCoco, sourceOf(dataset))
  const applied = await scene.importFile(text, {}, project.id)
  if (applied.state !== 'applied') throw new Error(`not imported: ${applied.failure}`)
  return { ...project, images }
}
