import { Settings, type TSchema, Value } from './typebox.ts';

/**
 * Returns the errors of a value against a schema, at most a thousand. TypeBox stops after 8, and the branches of a union
 * may use up those before the error of the union itself.
 */
export function schemaErrors(schema: TSchema, value: unknown): ReturnType<typeof Value.Errors> {
  const { maxErrors } = Settings.Get();
  Settings.Set({ maxErrors: 1_000 });
  try {
    return Value.Errors(schema, value);
  } finally {
    Settings.Set({ maxErrors });
  }
}
