import { type Ref, useEffect, useEffectEvent, useImperativeHandle, useRef, useState, useSyncExternalStore } from 'react'
import { PictureMessage } from '../../../imagery/picture-message.tsx'
import { Button, IconButton } from '../../../ui/button.tsx'
import { formatPercent } from '../../../ui/format.ts'
import { ChevronLeftIcon, ChevronRightIcon, FitIcon, ZoomInIcon, ZoomOutIcon } from '../../../ui/icons.tsx'
import type { MediaCard } from '../queries.ts'
import { listenToGestures } from './gestures.ts'
import { Stage } from './stage.ts'
import { nothingShown } from './stage-status.ts'
import styles from './viewer.module.css'

export interface StageHandle {
  isFitted: () => boolean
  /** CSS pixels: positive is right and down. */
  pan: (dx: number, dy: number) => void
  zoom: (factor: number) => void
  fit: () => void
  actualSize: () => void
}

interface PictureStageProps {
  ref: Ref<StageHandle>
  card: MediaCard
  /** Fetched ahead, the likeliest first. */
  neighbours: (MediaCard | undefined)[]
  hasBefore: boolean
  hasAfter: boolean
  onGo: (direction: 1 | -1) => void
}

const silence = () => () => {}

/** The canvas with its buttons. */
export function PictureStage({ ref, card, neighbours, hasBefore, hasAfter, onGo }: PictureStageProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [stage, setStage] = useState<Stage | null>(null)
  const go = useEffectEvent(onGo)

  useEffect(() => {
    const made = new Stage(canvas.current!)
    const stop = listenToGestures(canvas.current!, { stage: made, onSwipe: direction => go(direction) })
    setStage(made)
    return () => {
      stop()
      made.close()
    }
  }, [])
  useEffect(() => {
    if (card.state !== 'failed') stage?.show(card)
  }, [stage, card.id, card.state, card.tiled]) // another object for the same picture changes nothing on the canvas
  const status = useSyncExternalStore(stage?.subscribe ?? silence, stage?.status ?? (() => nothingShown))
  useEffect(() => {
    if (status.picture === 'waiting') return // first things first
    for (const neighbour of neighbours) if (neighbour) stage?.prepare(neighbour)
  })
  useImperativeHandle(ref, () => ({
    isFitted: () => stage?.status().isFitted ?? true,
    pan: (dx, dy) => stage?.pan(dx, dy),
    zoom: factor => stage?.zoom(factor),
    fit: () => stage?.fit(),
    actualSize: () => stage?.actualSize()
  }))

  return (
    <div className={styles.stage}>
      <canvas ref={canvas} className={styles.canvas} role="img" aria-label={card.fileName} data-picture={status.picture} />
      {hasBefore && (
        <IconButton label="Previous photograph" title="Previous (K)" className={styles.before} onClick={() => onGo(-1)}>
          <ChevronLeftIcon aria-hidden />
        </IconButton>
      )}
      {hasAfter && (
        <IconButton label="Next photograph" title="Next (J)" className={styles.after} onClick={() => onGo(1)}>
          <ChevronRightIcon aria-hidden />
        </IconButton>
      )}
      <PictureMessage media={card} status={status} onRetry={() => stage?.retry()} />
      {/* biome-ignore lint/a11y/useSemanticElements: a group of buttons, no form */}
      <div className={styles.zoom} role="group" aria-label="Zoom">
        <IconButton size="small" label="Zoom out" title="Zoom out (−)" disabled={status.isFitted} onClick={() => stage?.zoom(1 / 1.5)}>
          <ZoomOutIcon aria-hidden />
        </IconButton>
        <output className={styles.scale}>{formatPercent(status.scale)}</output>
        <IconButton size="small" label="Zoom in" title="Zoom in (+)" onClick={() => stage?.zoom(1.5)}>
          <ZoomInIcon aria-hidden />
        </IconButton>
        <Button size="small" variant="quiet" title="One picture pixel per screen pixel (1)" onClick={() => stage?.actualSize()}>
          1:1
        </Button>
        <IconButton size="small" label="Fit to window" title="Fit (0)" disabled={status.isFitted} onClick={() => stage?.fit()}>
          <FitIcon aria-hidden />
        </IconButton>
      </div>
    </div>
  )
}
