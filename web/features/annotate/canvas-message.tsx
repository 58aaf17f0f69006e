import { useSyncExternalStore } from 'react'
import type { Scene } from '../../canvas/scene.ts'
import type { SceneStatus } from '../../canvas/scene-status.ts'
import type { ImageCard } from '../../imagery/images.ts'
import { PictureMessage } from '../../imagery/picture-message.tsx'
import { words } from './canvas-message-words.ts'

/** Message about an image or adjustment that the canvas cannot show, with the reason. */
export function CanvasMessage({ scene, image }: { scene: Scene; image: ImageCard }) {
  const status = useSyncExternalStore(scene.subscribe, scene.status)
  return <PictureMessage media={image} status={status} remark={lackOfCard(status)} onRetry={() => scene.retry()} />
}

function lackOfCard({ drawnBy, undone }: SceneStatus): string | null {
  if (drawnBy === 'webgl') return null
  const lacking = undone.map(name => words.correctionNames[name])
  return lacking.length === 0 ? words.withoutCard : words.withoutCorrections(lacking)
}
