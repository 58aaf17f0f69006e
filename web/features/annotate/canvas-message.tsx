import { useSyncExternalStore } from 'react'
import type { Scene } from '../../canvas/scene.ts'
import type { SceneStatus } from '../../canvas/scene-status.ts'
import type { ImageCard } from '../../imagery/images.ts'
import { PictureMessage } from '../../imagery/picture-message.tsx'
import * as texts from './texts.ts'

/** Message about an image or adjustment that the canvas cannot show, with the reason. */
export function CanvasMessage({ scene, image }: { scene: Scene; image: ImageCard }) {
  const status = useSyncExternalStore(scene.subscribe, scene.status)
  return <PictureMessage media={image} status={status} remark={lackOfCard(status)} onRetry={() => scene.retry()} />
}

function lackOfCard({ drawnBy, undone }: SceneStatus): string | null {
  if (drawnBy === 'webgl') return null
  const lacking = undone.map(name => texts.canvasMessage.correctionNames[name])
  return lacking.length === 0 ? texts.canvasMessage.withoutCard : texts.canvasMessage.withoutCorrections(lacking)
}
