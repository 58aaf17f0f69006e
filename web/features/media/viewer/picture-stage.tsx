import { type Ref, useEffect, useEffectEvent, useImperativeHandle, useRef, useState, useSyncExternalStore } from 'react'
import { Scene } from '../../../canvas/scene.ts'
import type { SceneStatus } from '../../../canvas/scene-status.ts'
import type { ImageCard } from '../../../imagery/images.ts'
import { PictureMessage } from '../../../imagery/picture-message.tsx'
import { Button, IconButton } from '../../../ui/button.tsx'
import { type Command, keyOf } from '../../../ui/command.ts'
import { formatPercent } from '../../../ui/format.ts'
import { ChevronLeftIcon, ChevronRightIcon, FitIcon, ZoomInIcon, ZoomOutIcon } from '../../../ui/icons.tsx'
import { texts } from '../texts.ts'
import { listenToGestures } from './gestures.ts'
import { useAnnotations } from './use-annotations.ts'
import styles from './viewer.module.css'
import { viewerCommands as commands, type ViewerActions } from './viewer-commands.ts'

export interface StageHandle {
  isFitted: () => boolean
  /** Pans by CSS pixels. Positive values are right and down. */
  pan: (dx: number, dy: number) => void
  zoom: (factor: number) => void
  fit: () => void
  actualSize: () => void
}

interface PictureStageProps {
  ref: Ref<StageHandle>
  card: ImageCard
  /** Images to prefetch, the likeliest next one first. */
  neighbours: (ImageCard | undefined)[]
  hasBefore: boolean
  hasAfter: boolean
  showsAnnotations: boolean
  actions: ViewerActions
}

const { viewer: words } = texts

const silence = () => () => {}
const nothingShown: Pick<SceneStatus, 'picture' | 'failure' | 'failedTiles' | 'scale' | 'isFitted'> = {
  picture: 'waiting',
  failure: null,
  failedTiles: 0,
  scale: 1,
  isFitted: true
}

/** Canvas of the viewer with its buttons. */
export function PictureStage(props: PictureStageProps) {
  const { ref, card, neighbours, hasBefore, hasAfter, showsAnnotations, actions } = props
  const picture = useRef<HTMLCanvasElement>(null)
  const overlay = useRef<HTMLCanvasElement>(null)
  const [scene, setScene] = useState<Scene | null>(null)
  const go = useEffectEvent(actions.go)

  useEffect(() => {
    const made = new Scene({ picture: picture.current!, overlay: overlay.current! })
    const stop = listenToGestures(overlay.current!, { scene: made, onSwipe: direction => go(direction) })
    setScene(made)
    return () => {
      stop()
      made.close()
    }
  }, [])
  const show = useEffectEvent(() => scene?.show(card.state === 'failed' ? null : card))
  useEffect(() => show(), [scene, card.id, card.state, card.tiled])
  useAnnotations(scene, card, showsAnnotations)
  const status = useSyncExternalStore(scene?.subscribe ?? silence, scene?.status ?? (() => nothingShown))
  useEffect(() => {
    if (status.picture === 'waiting') return // the shown image comes first
    for (const neighbour of neighbours) if (neighbour) scene?.prepare(neighbour)
  })
  useImperativeHandle(ref, () => ({
    isFitted: () => scene?.status().isFitted ?? true,
    pan: (dx, dy) => scene?.pan(dx, dy, true),
    zoom: factor => scene?.zoom(factor),
    fit: () => scene?.fit(),
    actualSize: () => scene?.actualSize()
  }))

  return (
    <div className={styles.stage}>
      <canvas ref={picture} className={styles.canvas} aria-hidden />
      <canvas ref={overlay} className={styles.canvas} role="img" aria-label={card.fileName} data-picture={status.picture} />
      {hasBefore && (
        <IconButton label={words.previous} keys={keyOf(commands.previous)} className={styles.before} onClick={() => actions.go(-1)}>
          <ChevronLeftIcon aria-hidden />
        </IconButton>
      )}
      {hasAfter && (
        <IconButton label={words.next} keys={keyOf(commands.next)} className={styles.after} onClick={() => actions.go(1)}>
          <ChevronRightIcon aria-hidden />
        </IconButton>
      )}
      <PictureMessage media={card} status={status} onRetry={() => scene?.retry()} />
      <ZoomButtons status={status} actions={actions} />
    </div>
  )
}

function ZoomButtons({ status: { scale, isFitted }, actions }: { status: typeof nothingShown; actions: ViewerActions }) {
  const button = ({ name, keys, run }: Command<ViewerActions>) => ({ label: name, keys: keyOf({ keys }), onClick: () => run(actions) })
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of buttons, no form
    <div className={styles.zoom} role="group" aria-label={words.zoom}>
      <IconButton size="small" {...button(commands.zoomOut)} disabled={isFitted}>
        <ZoomOutIcon aria-hidden />
      </IconButton>
      <output className={styles.scale}>{formatPercent(scale)}</output>
      <IconButton size="small" {...button(commands.zoomIn)}>
        <ZoomInIcon aria-hidden />
      </IconButton>
      <Button
        size="small"
        variant="quiet"
        data-tip={commands.actualSize.name}
        data-tip-keys={keyOf(commands.actualSize)}
        onClick={actions.actualSize}
      >
        {words.actualSize}
      </Button>
      <IconButton size="small" {...button(commands.fit)} disabled={isFitted}>
        <FitIcon aria-hidden />
      </IconButton>
    </div>
  )
}
