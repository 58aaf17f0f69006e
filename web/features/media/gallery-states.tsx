import { Button } from '../../ui/button.tsx'
import { DropZone } from '../../ui/drop-zone.tsx'
import { RetryIcon } from '../../ui/icons.tsx'
import styles from './media-section.module.css'
import { galleryTexts as texts } from './texts.ts'
import { acceptedImages } from './upload/collect-files.ts'

const { gallery: words } = texts

export function GalleryFailed({ sentence, onRetry }: { sentence: string; onRetry: () => void }) {
  return (
    <div className={styles.message} role="alert">
      <h3>{words.failed}</h3>
      <p>{words.safe(sentence)}</p>
      <Button icon={<RetryIcon aria-hidden />} onClick={onRetry}>
        {words.tryAgain}
      </Button>
    </div>
  )
}

export function NothingFound({ search, onClear }: { search: string; onClear: () => void }) {
  return (
    <div className={styles.message}>
      <h3>{words.noMatch(search)}</h3>
      <p>{words.noMatchAbout}</p>
      <Button onClick={onClear}>{words.clearSearch}</Button>
    </div>
  )
}

export function EmptyGallery({ canEdit, onFiles }: { canEdit: boolean; onFiles: (files: File[]) => void }) {
  if (!canEdit) {
    return (
      <div className={styles.message}>
        <h3>{words.none}</h3>
        <p>{words.noneAbout}</p>
      </div>
    )
  }
  return <DropZone label={words.drop} description={words.dropAbout} button={words.choose} accept={acceptedImages} onFiles={onFiles} />
}
