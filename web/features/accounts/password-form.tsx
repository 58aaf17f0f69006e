import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { passwordMinLength } from '../../../shared/limits.ts'
import { ApiError, sentenceOf } from '../../api/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/choice.tsx'
import { FormSummary } from '../../ui/form-summary.tsx'
import { FormFields } from '../../ui/section.tsx'
import { PasswordField } from '../../ui/text-field.tsx'
import { showToast } from '../../ui/toast.tsx'
import { changePassword } from './queries.ts'
import { texts } from './texts.ts'

const { password: words } = texts

const empty = { currentPassword: '', newPassword: '', endOtherSessions: true, endApiTokens: false }

/** Form that changes the password. It requires the current one, so that access to an unattended browser is not enough. */
export function PasswordForm({ email }: { email: string }) {
  const { mutateAsync: change } = useMutation(changePassword())
  const { register, handleSubmit, formState, reset, setError } = useForm({ defaultValues: empty })
  const { errors, isSubmitting } = formState

  const submit = handleSubmit(async fields => {
    try {
      await change(fields)
      reset(empty)
      showToast({ tone: 'ok', title: words.saved })
    } catch (error) {
      for (const { path, message } of error instanceof ApiError ? error.errors : []) {
        if (path === '/currentPassword' || path === '/newPassword')
          setError(path === '/newPassword' ? 'newPassword' : 'currentPassword', { message })
      }
      setError('root', { message: sentenceOf(error, words.failed) })
    }
  })

  return (
    <form onSubmit={submit} noValidate>
      <FormFields>
        <FormSummary title={errors.root?.message ?? null} />
        <input type="text" name="username" value={email} autoComplete="username" readOnly hidden />
        <PasswordField
          {...register('currentPassword', { required: words.noCurrent })}
          label={words.current}
          autoComplete="current-password"
          error={errors.currentPassword?.message}
        />
        <PasswordField
          {...register('newPassword', {
            required: words.noNew,
            minLength: { value: passwordMinLength, message: words.tooShort }
          })}
          label={words.new}
          autoComplete="new-password"
          error={errors.newPassword?.message}
          description={words.aboutNew}
        />
        <Checkbox {...register('endOtherSessions')} label={words.endSessions} />
        <Checkbox {...register('endApiTokens')} label={words.revokeTokens} description={words.aboutTokens} />
        <div>
          <Button type="submit" busy={isSubmitting}>
            {words.save}
          </Button>
        </div>
      </FormFields>
    </form>
  )
}
