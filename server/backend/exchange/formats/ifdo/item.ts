import { isObject, type JsonObject, textOf } from '../../../files/json.ts'

export interface IfdoPicture {
  /** Entry with the facts of the image. */
  facts: JsonObject
  /** Every entry, with its JSON Pointer inside the item. */
  parts: { value: JsonObject; path: string }[]
}

/**
 * Returns an image of an image set, or the reason why its item is refused. An item is an object, or a list whose first entry applies to the whole
 * file. An item is an image if its `image-acquisition` is `photo` or `slide`. That field comes from the first entry, or else from the header. Without
 * the field, an object is always an image. A list is then an image if its name has an image extension.
 * Source: iFDO v2.1.0.
 */
export function ifdoItem(fileName: string, item: unknown, header: JsonObject): IfdoPicture | { refusal: string } {
  const entries: readonly unknown[] = Array.isArray(item) ? item : [item]
  const [first] = entries
  if (fileName.trim() === '' || !entries.every(isObject) || !isObject(first))
    return { refusal: 'An item must be an object, or a list of objects, under the name of its file' }
  const acquisition = textOf(first['image-acquisition']) ?? textOf(header['image-acquisition'])
  const isPicture = acquisition ? /^(photo|slide)$/i.test(acquisition) : !Array.isArray(item) || isPictureName(fileName)
  if (!isPicture) return { refusal: 'A video was left out: only photographs are supported' }
  return {
    facts: first,
    parts: entries.map((value, index) => ({ value: value as JsonObject, path: Array.isArray(item) ? `/${index}` : '' }))
  }
}

const isPictureName = (fileName: string) => /\.(jpe?g|png|tiff?|webp)$/i.test(fileName)
