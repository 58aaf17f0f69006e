import { Link } from 'react-router-dom'
import { AuthLinks, AuthPage } from '../../features/auth/auth-page.tsx'
import { LoginForm } from '../../features/auth/login-form.tsx'
import { signInTexts as texts } from '../../features/auth/texts.ts'

const { signIn: words } = texts

export function Component() {
  return (
    <AuthPage title={words.title} description={words.about}>
      <LoginForm />
      <AuthLinks>
        <Link to="/forgot-password">{words.forgot}</Link>
        <span>
          {words.newHere(text => (
            <Link to="/signup">{text}</Link>
          ))}
        </span>
      </AuthLinks>
    </AuthPage>
  )
}
