/* SPDX-License-Identifier: Apache-2.0 */
/*
 * json2c.c: the files of Functions and Actions, compiled into the program.
 *
 *	json2c NAME TOP FILE... > FILE.c
 *
 * writes a table NAME of struct spec_file, one a file, its id the name without folder and ".json".
 * Runs at build only.  What the files say is judged when the program starts.
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void write_bytes(FILE *in, size_t number)
{
	size_t n = 0;

	printf("static const unsigned char file_%zu[] = {", number);
	for (int c = fgetc(in); c != EOF; c = fgetc(in))
		printf("%s%d,", n++ % 20 ? "" : "\n\t", c);
	printf("\n};\n");
}

static void write_id(const char *path)
{
	const char *slash = strrchr(path, '/');
	const char *name = slash ? slash + 1 : path;
	size_t n = strlen(name);

	printf("%.*s", (int)(n > 5 && strcmp(name + n - 5, ".json") == 0 ? n - 5 : n), name);
}

int main(int argc, char **argv)
{
	if (argc < 4) {
		(void)fprintf(stderr, "Usage: json2c NAME TOP FILE... > FILE.c\n");
		return EXIT_FAILURE;
	}
	printf("/* Made by json2c. */\n#include \"config.h\"\n#include \"operations/protocol.h\"\n\n");
	for (int i = 3; i < argc; i++) {
		char path[4096];
		int n = snprintf(path, sizeof(path), "%s/%s", argv[2], argv[i]);
		FILE *in = n > 0 && (size_t)n < sizeof(path) ? fopen(path, "rb") : NULL;

		if (!in) {
			perror(argv[i]);
			return EXIT_FAILURE;
		}
		write_bytes(in, (size_t)i);
		(void)fclose(in); /* was only read */
	}
	printf("\nextern const struct spec_file %s[];\nconst struct spec_file %s[] = {\n", argv[1],
	       argv[1]);
	for (int i = 3; i < argc; i++) {
		printf("\t{ \"");
		write_id(argv[i]);
		printf("\", file_%d, sizeof(file_%d) },\n", i, i);
	}
	printf("\t{ NULL, NULL, 0 },\n};\n");
	return fflush(stdout) == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
