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

const empty = { currentPassword: '', newPassword: '', endOtherSessions: true, endApiTokens: false }

/** Changes the password; the current one is asked for, so that an open screen is not enough. */
export function PasswordForm({ email }: { email: string }) {
  const { mutateAsync: change } = useMutation(changePassword())
  const { register, handleSubmit, formState, reset, setError } = useForm({ defaultValues: empty })
  const { errors, isSubmitting } = formState

  const submit = handleSubmit(async fields => {
    try {
      await change(fields)
      reset(empty)
      showToast({ tone: 'ok', title: 'The password is changed' })
    } catch (error) {
      for (const { path, message } of error instanceof ApiError ? error.errors : []) {
        if (path === '/currentPassword' || path === '/newPassword')
          setError(path === '/newPassword' ? 'newPassword' : 'currentPassword', { message })
      }
      setError('root', { message: sentenceOf(error, 'The password could not be changed') })
    }
  })

  return (
    <form onSubmit={submit} noValidate>
      <FormFields>
        <FormSummary title={errors.root?.message ?? null} />
        <input type="text" name="username" value={email} autoComplete="username" readOnly hidden />
        <PasswordField
          {...register('currentPassword', { required: 'Enter your current password' })}
          label="Current password"
          autoComplete="current-password"
          error={errors.currentPassword?.message}
        />
        <PasswordField
          {...register('newPassword', {
            required: 'Enter the new password',
            minLength: { value: passwordMinLength, message: `Use at least ${passwordMinLength} characters` }
          })}
          label="New password"
          autoComplete="new-password"
          error={errors.newPassword?.message}
          description={`At least ${passwordMinLength} characters; a few unrelated words make a good one.`}
        />
        <Checkbox {...register('endOtherSessions')} label="Sign out everywhere else" />
        <Checkbox
          {...register('endApiTokens')}
          label="End my API tokens too"
          description="Scripts and notebooks that use them stop working at once."
        />
        <div>
          <Button type="submit" busy={isSubmitting}>
            Change password
          </Button>
        </div>
      </FormFields>
    </form>
  )
}
