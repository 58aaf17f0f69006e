import { writeCoco } from '../../server/backend/exchange/formats/coco/write.ts'
import { writeCvat } from '../../server/backend/exchange/formats/cvat/write.ts'
import { type Dataset, sourceOf, written } from './datasets.ts'
import type { exchangingProject } from './exchanging.ts'

/** Drops the folders of a file name, as an upload of images does. */
export const bareName = (fileName: string) => fileName.split('/').at(-1) ?? ''

/** Creates a project from a dataset through the public calls: by COCO, or by CVAT when it contains labels of whole images. */
export async function importDataset(scene: Awaited<ReturnType<typeof exchangingProject>>, dataset: Dataset) {
  const images = dataset.images.map(image => ({ ...image, fileName: bareName(image.fileName) }))
  const project = await scene.makeProject(images)
  const hasWhole = dataset.annotations.some(({ shape }) => shape === null)
  const { text } = await written(hasWhole ? writeCvat : writeCoco, sourceOf(dataset))
  const applied = await scene.importFile(text, {}, project.id)
  if (applied.state !== 'applied') throw new Error(`not imported: ${applied.failure}`)
  return { ...project, images }
}
