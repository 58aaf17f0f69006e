import { useSyncExternalStore } from 'react'
import type { CorrectionName } from '../../canvas/corrections.ts'
import type { Scene } from '../../canvas/scene.ts'
import type { SceneStatus } from '../../canvas/scene-status.ts'
import type { ImageCard } from '../../imagery/images.ts'
import { PictureMessage } from '../../imagery/picture-message.tsx'

const correctionWords: Record<CorrectionName, string> = {
  exposure: 'exposure',
  contrast: 'contrast',
  gamma: 'gamma',
  whiteBalance: 'white balance',
  localContrast: 'local contrast',
  stretch: 'channel stretch'
}

/** Message about the parts of the image that the canvas cannot show, with the reason. */
export function CanvasMessage({ scene, image }: { scene: Scene; image: ImageCard }) {
  const status = useSyncExternalStore(scene.subscribe, scene.status)
  return <PictureMessage media={image} status={status} remark={lackOfCard(status)} onRetry={() => scene.retry()} />
}

function lackOfCard({ drawnBy, undone }: SceneStatus): string | null {
  if (drawnBy === 'webgl') return null
  const lacking = undone.map(name => correctionWords[name])
  if (lacking.length === 0) return 'Drawn without a graphics card: slower'
  return `Drawn without a graphics card: slower, and without ${new Intl.ListFormat('en', { type: 'conjunction' }).format(lacking)}`
}
