import type { Box } from '../../../../shared/contracts/shapes.ts'

/** Boxes that were replaced by outlines in this visit, by the id of the annotation. */
export const outlinedBoxes = new Map<string, Box>()
