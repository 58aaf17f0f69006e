import { type Ref, useEffect, useImperativeHandle, useRef, useState, useSyncExternalStore } from 'react'
import { Button, IconButton } from '../../../ui/button.tsx'
import { formatCount, formatPercent } from '../../../ui/format.ts'
import { ChevronLeftIcon, ChevronRightIcon, FitIcon, RetryIcon, WarningIcon, ZoomInIcon, ZoomOutIcon } from '../../../ui/icons.tsx'
import type { MediaCard } from '../queries.ts'
import { listenToGestures } from './gestures.ts'
import { Stage } from './stage.ts'
import { nothingShown, type StageStatus } from './stage-status.ts'
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
  const go = useRef(onGo)
  go.current = onGo

  useEffect(() => {
    const made = new Stage(canvas.current!)
    const stop = listenToGestures(canvas.current!, { stage: made, onSwipe: direction => go.current(direction) })
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
      <StageMessage card={card} status={status} onRetry={() => stage?.retry()} />
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

function StageMessage({ card, status, onRetry }: { card: MediaCard; status: StageStatus; onRetry: () => void }) {
  if (card.state === 'failed') {
    return (
      <div className={styles.message} role="alert">
        <WarningIcon aria-hidden />
        <p>{card.failure ?? 'This file could not be read.'} The original can still be downloaded.</p>
      </div>
    )
  }
  if (status.picture === 'failed') {
    return (
      <div className={styles.message} role="alert">
        <WarningIcon aria-hidden />
        <p>{status.failure}</p>
        <Button size="small" icon={<RetryIcon aria-hidden />} onClick={onRetry}>
          Try again
        </Button>
      </div>
    )
  }
  if (status.failedTiles > 0) {
    return (
      <div className={styles.corner} role="status">
        <span>{formatCount(status.failedTiles, 'part of the picture is', 'parts of the picture are')} missing</span>
        <Button size="small" icon={<RetryIcon aria-hidden />} onClick={onRetry}>
          Fetch again
        </Button>
      </div>
    )
  }
  const told = remark(card, status)
  return (
    <div className={styles.corner} role="status" hidden={told === null}>
      {told}
    </div>
  )
}

function remark(card: MediaCard, { picture }: StageStatus): string | null {
  if (card.state === 'processing') return 'A small preview: the sharp picture is being prepared'
  if (card.format === 'image/tiff' && !card.tiled)
    return 'A preview: browsers cannot draw TIFF files. Download the original for every detail'
  return picture === 'coarse' ? 'Sharpening…' : null
}
