import { useEffect, useRef, useState } from 'react'
import { useProtectedSource } from '../api/protected-source.ts'
import { PhotoIcon } from '../ui/icons.tsx'
import { patchUrl } from './addresses.ts'
import { patchSide } from './patch-outline.ts'
import styles from './patch-picture.module.css'
import { noImage } from './texts.ts'

interface PatchPictureProps {
  annotationId: string
  /** Revision of the annotation, as part of the address, so that the browser can cache the crop. */
  revision: number
  /** Outline of the annotation, from `patchOutline`. It is drawn over the crop, with a dark casing. */
  outline?: { path: string | null; colour: string } | undefined
}

/** Crop of an annotation, shown once it is fully loaded. An icon replaces a missing crop, so that the annotation stays usable. */
export function PatchPicture({ annotationId, revision, outline }: PatchPictureProps) {
  return <CropPicture address={patchUrl(annotationId, revision)} outline={outline} />
}

/** Crop at an address of the server, with the outline of the shape if there is one. */
export function CropPicture({ address, outline }: { address: string } & Pick<PatchPictureProps, 'outline'>) {
  const source = useProtectedSource(address)
  const picture = useRef<HTMLImageElement>(null)
  useEffect(() => (source ? whenGone(picture.current) : undefined), [source])
  const [shown, setShown] = useState<'waiting' | 'here' | 'missing'>('waiting')
  if (shown === 'missing')
    return (
      <span className={styles.missing}>
        <PhotoIcon aria-hidden />
        {noImage}
      </span>
    )
  return source ? (
    <>
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
      {shown === 'here' && outline?.path && (
        <svg className={styles.outline} viewBox={`0 0 ${patchSide} ${patchSide}`} aria-hidden>
          <path d={outline.path} />
          <path d={outline.path} stroke={outline.colour} />
        </svg>
      )}
    </>
  ) : null
}

/** Cancels the download when the picture is removed from the page, because browsers would otherwise continue it. */
function whenGone(image: HTMLImageElement | null) {
  return () => {
    if (image && !image.isConnected) image.removeAttribute('src')
  }
}
