import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import type { Annotation } from '../../../../shared/contracts/annotations.ts'
import type { OutlineLabel } from '../../../../shared/contracts/taxonomy.ts'
import { lookOfLabel, type Rgb } from '../../../annotation/label-look.ts'
import { annotateKeys } from '../../../annotation/queries.ts'
import { call } from '../../../api/call.ts'
import type { Scene } from '../../../canvas/scene.ts'
import type { ImageCard } from '../../../imagery/images.ts'

/** Colour of unconfirmed suggestions: magenta, as in Annotate. */
const machine: Rgb = [235, 142, 196]
const unlabelled: Rgb = [255, 255, 255]

/** Draws the annotations of an image in the colours of their labels. Annotations are loaded only while they are shown. */
export function useAnnotations(scene: Scene | null, card: ImageCard, isShown: boolean): void {
  const { data: annotations } = useQuery({
    queryKey: [...annotateKeys.all, 'viewer', card.id],
    queryFn: async ({ signal }) => (await call('GET /media/:mediaId/annotations', { params: { mediaId: card.id }, signal })).annotations,
    enabled: isShown && card.annotationCount > 0,
    staleTime: 0
  })
  const { data: labels } = useQuery({
    queryKey: [...annotateKeys.all, 'viewer labels', card.projectId],
    queryFn: ({ signal }) => call('GET /projects/:projectId/labels/outline', { params: { projectId: card.projectId }, signal }),
    enabled: annotations?.some(({ labelId }) => labelId !== null) ?? false,
    staleTime: 30_000,
    structuralSharing: false
  })
  const byId = useMemo(() => new Map(labels?.labels.map(label => [label.id, label])), [labels])
  useEffect(() => {
    const drawn = isShown ? (annotations ?? []) : []
    const known = new Map(drawn.map(annotation => [annotation.id, annotation]))
    const shapes = drawn.flatMap(({ id, shape }) => (shape ? [{ id, shape }] : []))
    scene?.setShapes(shapes, id => lookOf(known.get(id)!, byId))
  }, [scene, annotations, byId, isShown])
}

function lookOf({ source, reviewState, labelId, shape }: Annotation, labels: ReadonlyMap<string, OutlineLabel>) {
  const isSuggestion = source === 'machine' && reviewState === 'proposed'
  const label = labelId === null ? undefined : labels.get(labelId)
  const colour = isSuggestion ? machine : label ? lookOfLabel(label).onPicture : unlabelled
  const stroke = isSuggestion ? 'dashed' : reviewState === 'rejected' ? 'dotted' : reviewState === 'disputed' ? 'double' : 'solid'
  return { colour, stroke, filled: shape?.kind !== 'line', hidden: false } as const
}
