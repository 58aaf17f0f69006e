import { useEffect, useRef, useState } from 'react'
import { useProtectedSource } from '../api/protected-source.ts'
import { PhotoIcon } from '../ui/icons.tsx'
import { patchUrl } from './addresses.ts'
import styles from './patch-picture.module.css'

interface PatchPictureProps {
  annotationId: string
  /** Of the annotation; the newest one lets the browser keep the picture. */
  revision: number
}

/** The crop of an annotation, once it is loaded whole. A sign stands for a crop that cannot be shown, so that the annotation stays usable. */
export function PatchPicture({ annotationId, revision }: PatchPictureProps) {
  const source = useProtectedSource(patchUrl(annotationId, revision))
  const picture = useRef<HTMLImageElement>(null)
  useEffect(() => (source ? whenGone(picture.current) : undefined), [source])
  const [shown, setShown] = useState<'waiting' | 'here' | 'missing'>('waiting')
  if (shown === 'missing')
    return (
      <span className={styles.missing}>
        <PhotoIcon aria-hidden />
        No picture
      </span>
    )
  return source ? (
    <img
      className={styles.picture}
      src={source}
      alt=""
      decoding="async"
      fetchPriority="low"
      draggable={false}
      data-shown={shown === 'here' || undefined}
      ref={image => {
        picture.current = image
        if (image?.complete && image.naturalWidth > 0 && shown === 'waiting') setShown('here')
      }}
      onLoad={() => setShown('here')}
      onError={() => setShown('missing')}
    />
  ) : null
}

/** @returns what is done when it leaves the page: browsers go on fetching a picture that nobody sees any more */
function whenGone(image: HTMLImageElement | null) {
  return () => {
    if (image && !image.isConnected) image.removeAttribute('src')
  }
}
