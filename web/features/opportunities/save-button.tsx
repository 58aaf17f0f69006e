import { useMutation } from '@tanstack/react-query'
import type { Opportunity } from '../../../shared/contracts/opportunities.ts'
import { sentenceOf } from '../../api/api-error.ts'
import { IconButton } from '../../ui/button.tsx'
import { FavouriteIcon, FavouriteOnIcon } from '../../ui/icons.tsx'
import { showToast } from '../../ui/toast.tsx'
import { saveOpportunity } from './queries.ts'
import { texts } from './texts.ts'

/** Button that saves an opportunity for the person, or removes it from the saved ones. */
export function SaveButton({ opportunity: { id, title, isSaved } }: { opportunity: Pick<Opportunity, 'id' | 'title' | 'isSaved'> }) {
  const { mutate, isPending } = useMutation({
    ...saveOpportunity(),
    onError: error => showToast({ tone: 'danger', title: texts.list.notSaved, description: sentenceOf(error, texts.refused) })
  })
  return (
    <IconButton
      label={isSaved ? texts.list.unsave(title) : texts.list.save(title)}
      aria-pressed={isSaved}
      onClick={() => !isPending && mutate({ id, isSaved })}
    >
      {isSaved ? <FavouriteOnIcon /> : <FavouriteIcon />}
    </IconButton>
  )
}
