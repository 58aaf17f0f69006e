import { idOf, isObject, type JsonObject, numbersOf, textOf } from '../../../files/json.ts'
import { NotThisFormat } from '../../../files/reading.ts'

/** Parts of a COCO file that can be derived from a list of results. */
export interface CocoOfResults {
  images: JsonObject[]
  categories: JsonObject[]
  annotations: readonly unknown[]
}

/**
 * Converts a bare list of results (`image_id`, `category_id`, `bbox` or `segmentation`, `score`), the format for COCO evaluation. An image is found
 * by its `file_name`. Otherwise its id must be a file name without extension, unchanged or padded to twelve digits as in COCO. A category is named
 * after its id.
 * Source: cocodataset.org, "Results format".
 * @throws NotThisFormat when no entry has an `image_id`
 */
export function cocoOfResults(results: readonly unknown[], nameOf: (stem: string) => string | null = () => null): CocoOfResults {
  const images = new Map<string, JsonObject>()
  const categories = new Map<string, JsonObject>()
  for (const result of results) {
    if (!isObject(result)) continue
    const [image, category] = [idOf(result.image_id), idOf(result.category_id)]
    if (image !== null && !images.has(image)) images.set(image, imageOf(result, image, nameOf))
    if (category !== null && !categories.has(category))
      categories.set(category, { id: category, name: typeof result.category_id === 'number' ? `category ${category}` : category })
  }
  if (results.length > 0 && images.size === 0)
    throw new NotThisFormat('This is a list, but not of COCO results: none of its entries has an image_id')
  return { images: [...images.values()], categories: [...categories.values()], annotations: results }
}

function imageOf(result: JsonObject, id: string, nameOf: (stem: string) => string | null): JsonObject {
  const mask = isObject(result.segmentation) ? numbersOf(result.segmentation.size) : null
  const fileName = textOf(result.file_name) ?? nameOf(id) ?? nameOf(id.padStart(12, '0')) ?? id
  return { id, file_name: fileName, ...(mask?.length === 2 && { height: mask[0], width: mask[1] }) }
}
