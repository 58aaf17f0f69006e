import type { Box, Polygon } from '../../../../shared/contracts/shapes.ts'
import type { ImageCard } from '../../../imagery/images.ts'
import { edgeOutline } from './edge-outline.ts'
import type { Guides } from './markers.ts'
import { pairOutline } from './pair-outline.ts'

/**
 * Outlines the object in a box: by the interactive pair of the project, or without one by the edges in the image. Box, core and clicks are
 * in pixels of the image.
 * @returns the outline, null when there is no object or when the box is not on the image; and the name of the pair, null without one
 * @throws Error when the image cannot be read
 */
export async function outlineBox(
  image: ImageCard,
  box: Box,
  guides: Guides<Box> = { clicks: [], core: box }
): Promise<{ pair: string | null; outline: Polygon | null }> {
  const byPair = await pairOutline(image, box, guides.clicks)
  return byPair ?? { pair: null, outline: await edgeOutline(image, box, guides) }
}
