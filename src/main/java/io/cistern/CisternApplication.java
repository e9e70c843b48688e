package io.cistern;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/** Starts the service. */
@SpringBootApplication
public class CisternApplication {

    public static void main(String[] args) {
        SpringApplication.run(CisternApplication.class, args);
    }
}
